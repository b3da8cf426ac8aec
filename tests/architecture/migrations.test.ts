import { expect, test } from 'vitest'
import { missingStatements } from '@/server/db/write-migration'

test('the committed migrations lead to the tables of today', async () => {
  expect((await missingStatements()).statements).toEqual([])
})
