"""Tests, their prices, and the tests that are positive in each disease."""

PRICES = {
    "blood count": 4,
    "crp": 3,
    "urinalysis": 2,
    "chest x-ray": 9,
    "ultrasound": 8,
    "culture": 6,
    "ecg": 5,
}

CHART = {
    "pneumonia": ("blood count", "crp", "chest x-ray", "culture"),
    "bronchitis": ("crp",),
    "kidney infection": ("blood count", "crp", "urinalysis", "culture"),
    "kidney stone": ("urinalysis", "ultrasound"),
    "gallstones": ("ultrasound",),
    "gallbladder inflammation": ("blood count", "crp", "ultrasound"),
    "cystitis": ("urinalysis", "culture"),
    "lung contusion": ("chest x-ray",),
    "pericarditis": ("crp", "ecg"),
    "heart failure": ("chest x-ray", "ecg"),
    "arrhythmia": ("ecg",),
    "anaemia": ("blood count",),
}

DISEASES = tuple(CHART)
