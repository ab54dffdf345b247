'use strict';
require('./build.cjs').ensureBuilt();
require('../../dist/host/main.js');
