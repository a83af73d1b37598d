'use strict';
const runbenchLog = new LivePage();
runbenchLog.open();
