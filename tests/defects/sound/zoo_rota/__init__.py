"""Zoo Rota: repair the feeding rota of a zoo."""

from .models import ZooRotaAction, ZooRotaObservation

__all__ = ["ZooRotaAction", "ZooRotaObservation"]
