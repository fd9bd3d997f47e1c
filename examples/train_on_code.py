"""Train on a dataset of programming tasks with `code_reward`: no environment is needed.

python examples/train_on_code.py
"""

import argparse
import json
import tempfile

import datasets
import trl
from tiny_model import settings, tiny_model, tiny_tokenizer, train, warm_start

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.adapters.trl import check_code_rows, code_reward

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=25)
parser.add_argument("--level", default="kernel", help="the isolation level that is required")
arguments = parser.parse_args()

# The dataset: each row has a prompt, the name of the function, and its tests as JSON.
names = ["add", "subtract", "multiply", "larger"]
right = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, max]
rows = [
    {
        "prompt": [{"role": "user", "content": name}],
        "entry": "f",
        "tests": json.dumps(
            [{"args": [a, b], "expected": function(a, b)} for a, b in [(2, 3), (5, 1), (-4, 4)]]
        ),
    }
    for name, function in zip(names, right, strict=True)
] * 50
check_code_rows(rows)

# The model, and a warm start on programs, most of which are wrong.
bodies = ["a + b", "a - b", "a * b", "max(a, b)", "min(a, b)", "a"]
head, tail = "```python\ndef f(a, b):\n    return ", "\n```"
tokenizer = tiny_tokenizer([*names, *bodies, head, tail])
model = tiny_model(tokenizer)
texts = [
    f"<ask>{name}<say>{head}{body}{tail}<end>"
    for name, right_body in zip(names, bodies, strict=False)
    for body in [*bodies, right_body]
]
warm_start(model, tokenizer, texts, steps=150)

with Sandbox(workers=2, require=arguments.level) as sandbox, tempfile.TemporaryDirectory() as out:
    rewards = code_reward(tests="tests", sandbox=sandbox)
    trainer = trl.GRPOTrainer(
        model,
        args=settings(out, arguments.steps, rewards.weights),
        reward_funcs=rewards,
        train_dataset=datasets.Dataset.from_list(rows),
        processing_class=tokenizer,
    )
    train(trainer, "all_tests")
