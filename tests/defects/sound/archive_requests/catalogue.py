"""The catalogue of the town archive."""

_ROWS = """
A-01 Letter from Ada Brandt to the paper mill | 1873 | Lindau
A-02 Letter from Ada Brandt to her sister | 1881 | Bregenz
A-03 Accounts of the paper mill | 1873 | Lindau
A-04 Accounts of the paper mill | 1874 | Lindau
A-05 Plan of the harbour with both piers | 1856 | Lindau
A-06 Plan of the harbour before the flood | 1817 | Lindau
B-01 Minutes of the bakers' guild | 1702 | Wangen
B-02 Minutes of the bakers' guild | 1711 | Wangen
B-03 Minutes of the coopers' guild | 1702 | Wangen
B-04 Petition of the coopers against the toll | 1733 | Wangen
B-05 Petition of the fishermen against the toll | 1733 | Lindau
B-06 Toll register of the lake gate | 1734 | Lindau
C-01 Diary of the pastor Johann Riedl | 1796 | Bregenz
C-02 Diary of the pastor Johann Riedl | 1800 | Bregenz
C-03 Sermon on the hungry year | 1817 | Bregenz
C-04 Baptisms of the parish of Saint Gall | 1796 | Bregenz
C-05 Burials of the parish of Saint Gall | 1796 | Bregenz
C-06 Letter from Johann Riedl to the bishop | 1799 | Bregenz
D-01 Contract for the railway bridge | 1852 | Wangen
D-02 Drawing of the railway bridge | 1852 | Wangen
D-03 Letter from the engineer Karl Etzel | 1853 | Wangen
D-04 Wages of the bridge workers | 1853 | Wangen
D-05 Photograph of the opened bridge | 1854 | Wangen
D-06 Letter from the widow of Karl Etzel | 1866 | Bregenz
"""


def _record(row: str) -> dict[str, object]:
    head, year, place = (part.strip() for part in row.split("|"))
    signature, title = head.split(" ", 1)
    return {
        "signature": signature,
        "title": title,
        "year": int(year),
        "place": place,
        "where": "stacks",
    }


CATALOGUE = [_record(row) for row in _ROWS.strip().splitlines()]
