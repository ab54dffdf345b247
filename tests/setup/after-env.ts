// A promise that nobody waits for is a bug wherever it happens: it fails the test that is running.
process.on('unhandledRejection', (error) => {
  throw error;
});
