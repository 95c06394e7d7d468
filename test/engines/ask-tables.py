"""Asks tables of records as the log store asks its streams: a JSON text on standard input, the rows of each question on standard output.

{"tables": [{"columns": {"name": "text"}, "records": [{...}]}], "asks": [{"table": 0, "name": "stream", "sql": "...", "from": 0, "to": 0}]}
"""

import json
import sys

import datafusion
import pyarrow

TYPES = {
    "text": pyarrow.string(),
    # the store keeps a list as its JSON
    "texts": pyarrow.string(),
    "integer": pyarrow.int64(),
    "float": pyarrow.float64(),
    "boolean": pyarrow.bool_(),
}


def stored(value, kind):
    if isinstance(value, list):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if value is None or kind not in ("integer", "float"):
        return value
    return float(value) if kind == "float" else int(value)


def table_of(columns, records):
    """Every column that is declared is there, as in a stream that was made with them; of a record without it is nothing."""
    return pyarrow.table(
        {
            name: pyarrow.array([stored(one.get(name), kind) for one in records], type=TYPES[kind])
            for name, kind in columns.items()
        }
    )


def rows_of(table, ask):
    """The store asks of the records of a time, its end left out."""
    times = table.column("_timestamp").to_pylist()
    within = table.filter(pyarrow.array([ask["from"] <= time < ask["to"] for time in times], type=pyarrow.bool_()))
    context = datafusion.SessionContext()
    batches = within.to_batches() or [pyarrow.RecordBatch.from_pylist([], schema=within.schema)]
    context.register_record_batches(ask["name"], [batches])
    return context.sql(ask["sql"]).to_pylist()


given = json.load(sys.stdin)
tables = [table_of(one["columns"], one["records"]) for one in given["tables"]]
answers = []
for ask in given["asks"]:
    try:
        answers.append({"rows": rows_of(tables[ask["table"]], ask)})
    except Exception as error:
        answers.append({"error": str(error)})
json.dump(answers, sys.stdout, ensure_ascii=False)
