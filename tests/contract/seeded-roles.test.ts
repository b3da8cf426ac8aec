import { expect, test } from 'vitest'
import { seededRoles } from '@/areas/access/server/seeded-roles'
import { menuPages } from '@/contract/menu'

/** Pages that only administrators and managers of a new plant get. */
const ADMINISTRATION = new Set(['users', 'roles', 'departments', 'operationLog', 'loginLog', 'files', 'backups'])

test('each page of the menu belongs to a role of a new plant, besides administrator and manager', () => {
  const givenPages = new Set(seededRoles.flatMap(({ pages }) => (typeof pages === 'string' ? [] : Object.keys(pages))))
  expect(
    menuPages.map(({ name }) => name).filter((name) => !givenPages.has(name) && !ADMINISTRATION.has(name)),
  ).toEqual([])
  // A page of the list that a role has got meanwhile, or that is gone.
  expect([...ADMINISTRATION].filter((name) => givenPages.has(name))).toEqual([])
})
