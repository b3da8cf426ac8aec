import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { toPermissionKey, hasInitialButton } from '@/areas/access/server/role-keys'
import { seededRoles } from '@/areas/access/server/seeded-roles'
import { getAreaEndpoints } from '@/contract/area'
import { isCommand } from '@/contract/command'
import { canCall, type Endpoint } from '@/contract/endpoint'
import { menuPages } from '@/contract/menu'

// Who may do what, written down: a right that changes is a line in a diff, which somebody reads before it is committed.
// `npx vitest run tests/contract/rights.test.ts -u` writes the table anew.
const keysOf = new Map(
  seededRoles.map((role) => [
    role.code,
    new Set<string>(
      menuPages.flatMap(({ name, keys }) =>
        keys.filter((s) => hasInitialButton(role, name, s)).map((s) => toPermissionKey(name, s)),
      ),
    ),
  ]),
)
const list = (keys: string | readonly string[] | null | undefined): string => [keys ?? '(nobody)'].flat().join('+')

/** What a command's actions ask for: the key, and what its owner needs instead. */
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
      // The account of large screens has sessions of screens alone.
      .filter(([code, keys]) => canCall(endpoint.access, { isSup: false, keys, screen: code === 'SCREEN' }))
      .map(([code]) => code)
    return [endpoint.name, list(endpoint.access), roles.join(' '), actionsOf(endpoint)].join('\t')
  })
  .sort()

test('rights are those that were written down', async () => {
  expect(rows.length).toBeGreaterThan(400)
  await expect(`call\tkey\troles\tactions\n${rows.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'rights.tsv'),
  )
})
