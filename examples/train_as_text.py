"""Train with TRL's `rollout_func`: the model plays an environment as text.

python examples/train_as_text.py
python examples/train_as_text.py --env http://localhost:8000      # next_digit.py on a server
"""

import argparse
import random
import tempfile

import datasets
import next_digit
import trl
from tiny_model import settings, tiny_model, tiny_tokenizer, train, warm_start

from hallmark_rl.sdk.adapters.trl import open_environment, reward_funcs, rollout_func

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--env", default="next_digit:NextDigit", help="folder, module:Class or URL")
parser.add_argument("--steps", type=int, default=25)
arguments = parser.parse_args()

random.seed(0)

# The model, and a warm start on conversations in which about half of the answers are wrong.
tokenizer = tiny_tokenizer([])
model = tiny_model(tokenizer)
turns = [
    f"<ask>{shown}<say>{said}<end>"
    for shown in range(10)
    for said in [*range(10), *[(shown + 1) % 10] * 6]
]
texts = [random.choice(turns) + random.choice(turns) for _ in range(2000)]
warm_start(model, tokenizer, texts, steps=150)

# The environment with its text form. The dataset states the arguments of `reset` as `task`.
env = open_environment(arguments.env, text=next_digit)
rewards = reward_funcs(env)
rows = [
    {"prompt": [{"role": "user", "content": "", "task": {"seed": seed}}]} for seed in range(200)
]

with tempfile.TemporaryDirectory() as folder:
    trainer = trl.GRPOTrainer(
        model,
        args=settings(folder, arguments.steps, rewards.weights),
        reward_funcs=rewards,
        rollout_func=rollout_func(env, max_turn_tokens=3),
        train_dataset=datasets.Dataset.from_list(rows),
        processing_class=tokenizer,
    )
    train(trainer, "episode_return")
