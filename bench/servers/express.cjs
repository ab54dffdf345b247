'use strict';
// What Express alone can do: reads a JSON body, answers JSON.
const express = require('express');

const app = express();
app.disable('x-powered-by');
app.post('/submit', express.json(), (request, response) => {
  response.json({ success: true, message: 'Thank you.', entry_id: Number(request.body.form_id) });
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`Ready: ${server.address().port}\n`));
