"""Sentences with one word that can be misspelt. No such word of one split occurs in the other.

A line is `right forms | misspelling | sentence`; `{}` stands for the word.
"""

from __future__ import annotations

from dataclasses import dataclass

_TRAIN = """
received | recieved | We have {} your parcel and will bring it on Thursday.
separate | seperate | Please put glass into the {} bin behind the hall.
definitely | definately | The choir will {} sing on the second of May.
accommodation | accomodation | Simple {} is offered above the bakery.
occurred | occured | A weird thing {} near the old mill last night.
necessary | neccessary | Bring boots if {}, for the path is muddy.
beginning | begining | The course is meant for those at the very {}.
tomorrow | tommorow | The reading room opens an hour later {}.
government | goverment | Letters to the {} are collected at the counter.
environment | enviroment | Siobhan gives a talk on rivers and the {}.
until | untill | The fuchsia may stay in the yard {} the first frost.
believe | beleive | We {} that the colonel left his umbrella here.
embarrassed | embarassed | Nobody needs to be {} about singing out of tune.
committee | comittee | The {} meets in the small room with the green door.
restaurant | restaraunt | The {} by the harbour is shut for repairs.
colleague | collegue | Ask my {} Mr Llewellyn for the key.
surprise | suprise | There will be a {} for the children at four.
February | Febuary | The rent for {} is due on the last Friday.
business | buisness | Her {} sells rope, paint and spare parts for a yacht.
knowledge | knowlege | Some {} of Latin is welcome.
foreign | foriegn | We buy {} coins and old postcards.
immediately | immediatly | Please tell the porter {} if the lift stops.
interesting | intresting | The tour of the brewery was most {}.
neighbour/neighbor | nieghbour | My {} has lost a grey cat with a white paw.
colour/color | colur | Choose the {} of the curtains by Monday.
organise/organize | orginise | Who will {} the sack race this year?
favourite/favorite | favourate | Bring your {} cake and a plate.
travelling/traveling | travaling | For {} to the coast we share two cars.
occasion | ocassion | Dress for the {}, but wear shoes for dancing.
successful | succesful | It was a {} sale, and the aisle was never empty.
possession | posession | Keep the ticket in your {} for the whole journey.
schedule | shedule | The new {} supersedes the one on the door.
guarantee | garantee | We cannot {} a seat for those who come late.
discipline | disipline | Rowing takes {} and a good breakfast.
exaggerate | exagerate | I do not {}: the marrow weighed twelve pounds.
vegetables | vegatables | Fresh {} are sold from the cart at noon.
Wednesday | Wensday | On {} the pool is kept for swimmers over sixty.
conscience | concience | Whoever took the ladder may return it with a clear {}.
"""
_TEST = """
rhythm | rythm | The drummer teaches {} to beginners of any age.
cemetery | cemetary | The wall of the {} will be mended in spring.
vacuum | vaccum | Somebody borrowed the {} cleaner from the vestry.
museum | musuem | Entry to the {} is free for all who live here.
theatre/theater | theatar | The {} needs helpers who can paint scenery.
pronunciation | pronounciation | A mnemonic for Welsh {} hangs in the porch.
questionnaire | questionaire | Fill in the {} with a blue pen.
receipt | reciept | Without a {} we cannot take back the gauge.
jewellery/jewelry | jewlery | Old {} is cleaned while you wait.
maintenance | maintainance | During {} the fountain stays dry.
parliament | parliment | Our member of {} answers questions on Saturday.
privilege | priviledge | It was a {} to hear the desiccated professor laugh.
temperature | temprature | Watch the {} of the jam with a thermometer.
chief | cheif | The {} cook thanks everyone who peeled onions.
height | hieght | Measure the {} of the doorway before you buy a wardrobe.
judgement/judgment | jugdement | Trust your own {} when the ice looks thin.
"""


@dataclass(frozen=True)
class Sentence:
    """A sentence, and its word that can be misspelt."""

    right: tuple[str, ...]
    misspelt: str
    frame: str

    def text(self, *, wrong: bool) -> str:
        return self.frame.replace("{}", self.misspelt if wrong else self.right[0])


def _read(lines: str) -> tuple[Sentence, ...]:
    parts = [[part.strip() for part in line.split("|")] for line in lines.strip().splitlines()]
    return tuple(Sentence(tuple(forms.split("/")), wrong, frame) for forms, wrong, frame in parts)


SENTENCES = {"train": _read(_TRAIN), "test": _read(_TEST)}
