/** Suites that go through everything there is: `npm run test:breadth` runs them, `npm test` does without. */
export const BREADTH = [
  'tests/demo/',
  'tests/contract/bad-input.test.ts',
  'tests/contract/permissions.test.ts',
  'tests/contract/resources.test.ts',
  'tests/offline/schedules.test.ts',
  'tests/server/cost/random-plants.test.ts',
  'tests/server/db/engines.test.ts',
  'tests/server/db/file-modes.test.ts',
  'tests/server/rolls/crowd.test.ts',
  'tests/server/security/counting.test.ts',
  'tests/server/security/http-tricks.test.ts',
  'tests/server/telemetry/mqtt.test.ts',
  'tests/server/telemetry/opcua.test.ts',
  'tests/server/telemetry/opcua-security.test.ts',
]
