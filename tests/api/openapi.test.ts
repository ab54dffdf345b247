import { inEsModule } from '../support/es-module';
import { startTestHost } from '../support/test-host';

it('describes every route in valid OpenAPI 3.1', async () => {
  const site = await startTestHost('sqlite');
  const { body } = await site.api.anonymous.get('/openapi.json').expect(200);
  const result = inEsModule(
    `const { Validator } = await import('@seriousme/openapi-schema-validator');
     output = await new Validator().validate(input);`,
    body,
  );
  expect(result).toMatchObject({ valid: true });
  expect(Object.keys(body.paths)).toContain('/forms/{id}/webhook/test');
  const ids = Object.values(body.paths as object).flatMap((path: object) =>
    Object.values(path).map((operation: { operationId: string }) => operation.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  await site.stop();
});
