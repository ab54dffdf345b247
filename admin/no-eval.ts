// Before any schema is made: zod tries whether it may make code at run time, and a strict policy reports the attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
