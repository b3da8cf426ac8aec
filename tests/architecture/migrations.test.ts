import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { missingStatements } from '@/server/db/write-migration'

test('the committed migrations lead to the tables of today', async () => {
  expect((await missingStatements(areaContracts)).statements).toEqual([])
})
