"""Executes the notebooks of docs/notebooks: notebooks.py FOLDER. They are kept without outputs."""
import pathlib
import sys
import time

import nbformat
from nbclient import NotebookClient

failed = False
folder = pathlib.Path(sys.argv[1])
paths = sorted(folder.glob("*.ipynb"))
for path in paths:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    if any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells):
        print(f"FAIL {path.name}: it is kept with outputs; clear them")
        failed = True
    start = time.monotonic()
    try:
        NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
        print(f"ok   {path.name}: executed in {time.monotonic() - start:.0f} s", flush=True)
    except Exception as error:
        print(f"FAIL {path.name}: {error}", flush=True)
        failed = True
    if "--show" in sys.argv:
        for cell in notebook.cells:
            for output in cell.get("outputs", []):
                print(output.get("text", "").rstrip() or sorted(output.get("data", {})))
sys.exit(failed or len(paths) < 5)
