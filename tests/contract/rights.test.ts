import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { toPermissionKey, hasInitialButton } from '@/areas/access/server/role-keys'
import { seededRoles } from '@/areas/access/server/seeded-roles'
import { getAreaEndpoints } from '@/contract/area'
import { isCommand } from '@/contract/command'
import { canCall, type Endpoint } from '@/contract/endpoint'
import { menuPages } from '@/contract/menu'

// Lists who may do what: a changed permission is a line in a diff, which somebody reviews before the commit.
// `npx vitest run tests/contract/rights.test.ts -u` rewrites the table.
const keysOf = new Map(
  seededRoles.map((role) => [
    role.code,
    new Set<string>(
      menuPages.flatMap(({ name, suffixes }) =>
        suffixes.filter((s) => hasInitialButton(role, name, s)).map((s) => toPermissionKey(name, s)),
      ),
    ),
  ]),
)
const list = (keys: string | readonly string[] | null | undefined): string => [keys ?? '(nobody)'].flat().join('+')

/** Permissions of a command's actions: the key, and the alternative for the row's owner. */
function actionsOf(endpoint: Endpoint): string {
  if (!isCommand(endpoint) || !endpoint.lifecycle) return ''
  const { lifecycle: machine, lifecycleActions: steps } = endpoint
  return steps
    .map((step) => {
      const { from, permission, ownerRule: own } = machine.actions[step]!
      return `${step}: ${[from ?? '(new)'].flat().join('|')} ${list(permission)}${own ? ` or own ${list(own.permission)}` : ''}`
    })
    .join('; ')
}
const rows = areaContracts
  .flatMap(getAreaEndpoints)
  .map((endpoint) => {
    const roles = [...keysOf]
      // The large screens' account only has screen sessions.
      .filter(([code, keys]) => canCall(endpoint.access, { isSup: false, keys, isScreen: code === 'SCREEN' }))
      .map(([code]) => code)
    return [endpoint.name, list(endpoint.access), roles.join(' '), actionsOf(endpoint)].join('\t')
  })
  .sort()

test('permissions match the recorded table', async () => {
  expect(rows.length).toBeGreaterThan(400)
  await expect(`call\tkey\troles\tactions\n${rows.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'rights.tsv'),
  )
})
