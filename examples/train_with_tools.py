"""Train with TRL's `environment_factory`: the model plays an OpenEnv environment by tool calls.

python examples/train_with_tools.py
"""

import argparse
import random
import tempfile

import datasets
import trl
from next_digit import NextDigit
from tiny_model import settings, tiny_model, tiny_tokenizer, train, warm_start

from hallmark_rl.sdk.adapters.trl import environment_factory, open_environment, reward_funcs

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=25)
steps = parser.parse_args().steps

random.seed(0)

# The model, and a warm start on conversations in which about half of the calls are wrong.
call = '<call>{"name": "say", "arguments": {"digit": '
pieces = [call, "}}</call>", '{"digit": ', "The episode is over."]
tokenizer = tiny_tokenizer(pieces)
model = tiny_model(tokenizer)
turns = [
    f'<ask>{{"digit": {shown}}}<say>{call}{said}}}}}</call><end>'
    for shown in range(10)
    for said in [*range(10), *[(shown + 1) % 10] * 6]
]
texts = [random.choice(turns) + random.choice(turns) for _ in range(2000)]
warm_start(model, tokenizer, texts, steps=150)

# The environment, its rewards, and a dataset of which each row states an episode by its seed.
env = open_environment(NextDigit)
rewards = reward_funcs(env)
rows = [{"prompt": [{"role": "user", "content": ""}], "seed": seed} for seed in range(200)]

with tempfile.TemporaryDirectory() as folder:
    trainer = trl.GRPOTrainer(
        model,
        args=settings(folder, steps, rewards.weights),
        reward_funcs=rewards,
        environment_factory=environment_factory(env, tool="say"),
        train_dataset=datasets.Dataset.from_list(rows),
        processing_class=tokenizer,
    )
    train(trainer, "episode_return")
