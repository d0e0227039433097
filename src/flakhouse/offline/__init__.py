"""The whole of Flakhouse as a folder of static files: the same rules and pages, with Python inside the browser.

`build` makes the folder, `engine` answers requests in the browser, `device` has the pages only such a copy needs.
"""
