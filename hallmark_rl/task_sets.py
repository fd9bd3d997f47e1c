"""Where the task sets are that `hallmark serve` judges: name -> `module:attribute`."""

TASK_SETS = {
    "HumanEval": "hallmark_rl.envs.coding.served_tasks:human_eval_tasks",
    "coding": "hallmark_rl.envs.coding.served_tasks:coding_tasks",
}
