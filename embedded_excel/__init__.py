"""An Excel that isn't there: answers the batches of the real Office.js over an .xlsx file."""
