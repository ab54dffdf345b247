'use strict';
require('./build.cjs').ensureBuilt();
require('../../dist/host/cli.js');
