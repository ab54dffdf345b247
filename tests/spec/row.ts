/**
 * A test of one row of one table of the specification; docs/spec-coverage.md lists them all and a test compares.
 * @param table the table's name as the page has it
 * @param name the row's first cell
 */
export function row(table: string, name: string, test: () => Promise<void>): void {
  it(`${table} | ${name}`, test);
}
