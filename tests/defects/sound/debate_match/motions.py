"""The motions of the debating club, with the points that speakers make."""

from __future__ import annotations

from typing import NamedTuple


class Motion(NamedTuple):
    """A motion and the points for and against it."""

    title: str
    points: dict[str, tuple[str, ...]]


_TABLE = """
# ban cars from the city centre
+ Children could cross a street there without fear.
+ The air between the old houses would be clean again.
+ Buses would no longer be stuck behind parked vans.
- Shops live on customers who load a boot.
- Those who walk with pain need to be driven to the door.
# make voting compulsory
+ A parliament should mirror everyone, the tired and the busy too.
+ Parties would have to speak to those they now ignore.
+ Other duties, such as jury service, are accepted as well.
- A ballot filled in under threat says nothing.
- Staying at home on polling day is an opinion too.
# abolish homework
+ Evenings belong to the family and to sleep.
+ A quiet desk at home is a privilege that not every pupil has.
+ Studies of primary schools find hardly any benefit.
- Practice alone makes a skill last.
- Parents see from it what is taught.
# introduce a four-day week
+ Trials found that output stays and sick leave falls.
+ A third free day leaves time for neighbours and clubs.
+ Offices would heat and light one day less.
- A ward cannot close its doors on Fridays.
- Those paid by the hour would lose a fifth of their income.
# close all zoos
+ A tiger that paces along a fence teaches nothing.
+ Cameras in the wild show more than any cage.
+ Few of the animals bred there are ever released.
- Some species have survived only behind their fences.
- A child who has met an elephant will protect it.
# tax sugary drinks
+ The dentist's bill is paid by all of us.
+ Makers have changed recipes wherever a levy came.
+ Tap water would win the comparison at the till.
- It hits the poorest baskets hardest.
- The thirsty would just cross the border to buy.
# build more nuclear plants
+ Wind may fail for a week in January, a reactor does not.
+ The fuel for a year fits in one lorry.
+ Per unit of power it has cost fewer lives than coal.
- Nobody has found a home for the waste yet.
- Solar panels deliver sooner and at a lower price.
# make public transport free
+ Nobody would be fined for being poor any more.
+ Drivers could drive instead of selling tickets.
+ Full trams are the cheapest way to empty roads.
- What is lost at the fare box is missing for new lines.
- Cyclists and walkers would move to crowded seats, not motorists.
# ban phones in schools
+ Attention returns once the pocket stays silent.
+ Break times would again be filled with games and talk.
+ Bullying would at least pause at the gate.
- Pupils must learn to handle a device, not to hide it.
- A parent must be able to reach a child.
# pay artists a basic income
+ A novel takes years in which no one pays rent.
+ Culture would be made by others than heirs.
+ Ireland tried it and theatres flourished.
- Who would decide whose brush counts?
- A nurse would rightly ask why not her.
# lower the voting age to sixteen
+ Those who pay tax on a first wage should have a say in it.
+ The habit of the ballot is learned best while at school.
+ The climate of 2080 concerns them most.
- At that age one may not even sign a lease.
- They would mostly copy their parents' choice.
# return museum treasures
+ What was looted at gunpoint was never owned.
+ A mask tells its story best where it was danced.
+ Casts and scans can fill the empty cases.
- In one great hall the world can compare its cultures.
- Some of the objects would not survive the journey.
"""
FOR, AGAINST = "for", "against"
SIDES = (FOR, AGAINST)


def _read() -> tuple[Motion, ...]:
    motions = []
    for block in _TABLE.strip().removeprefix("# ").split("\n# "):
        title, *lines = block.splitlines()
        points = {
            side: tuple(line[2:] for line in lines if line[0] == mark)
            for side, mark in ((FOR, "+"), (AGAINST, "-"))
        }
        motions.append(Motion(title, points))
    return tuple(motions)


MOTIONS: tuple[Motion, ...] = _read()
