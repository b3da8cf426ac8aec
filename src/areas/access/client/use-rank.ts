import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useEndpoint, useList } from '@/client/api/use-list'
import { useCanCall, useSession } from '@/client/session/use-session'
import { getButtonPermissions, parseMenuTree } from '@/client/shell/menu-tree'
import { roleMenu, type role } from '../contract/role'
import { user } from '../contract/user'
import { getButtons, type AuthorityNode } from '../rules/authority'
import { getRankRefusal, type RankedAction, type PermissionHolder, type RankRefusal } from '../rules/rank'

/** Reason why the signed-in person may not act; `unknown` until the data for the check are loaded, null if allowed. */
export type RankCheckResult = RankRefusal | 'unknown' | null

function useOwnPermissions(): PermissionHolder {
  const { isSup: isSuperUser, buttons: permissionKeys } = useSession()
  return useMemo(() => ({ isSup: isSuperUser, keys: new Set(permissionKeys) }), [isSuperUser, permissionKeys])
}

/**
 * Returns a function that runs the server's rank check for a person. If the signed-in person or `person` is a super
 * user, the check needs no data and nothing is fetched.
 */
export function useRankOverPerson(
  person: Pick<Row<typeof user>, 'roleId' | 'isSup'>,
): (action?: Omit<RankedAction, 'target'>) => RankCheckResult {
  const actor = useOwnPermissions()
  const { data } = useEndpoint(
    roleMenu,
    { roleId: person.roleId },
    { resources: ['role', 'menu'], enabled: !actor.isSup && !person.isSup },
  )
  return (action = {}) => {
    if (!actor.isSup && !person.isSup && !data) return 'unknown'
    return getRankRefusal(actor, {
      ...action,
      target: { isSup: person.isSup, keys: new Set(getButtonPermissions(parseMenuTree(data))) },
    })
  }
}

/**
 * Returns the results of the rank check for a role: `change` to change or delete the role, `copy` to copy it.
 * @param tree the whole menu, empty until it is loaded
 */
export function useRankOverRole(
  row: Pick<Row<typeof role>, 'id' | 'authority'>,
  tree: readonly AuthorityNode[],
): { change: RankCheckResult; copy: RankCheckResult } {
  const actor = useOwnPermissions()
  const mayListPeople = useCanCall(user.endpoints.list)
  // Sorts super users first, so a single row shows whether any person of the role is a super user.
  const superUsersFirst = { roleId: row.id, state: 'active,suspended', sort: '-isSup', size: 1 }
  const people = useList(user, superUsersFirst, { enabled: mayListPeople && !actor.isSup })
  const permissionKeys = useMemo(() => {
    const grantedButtonIds = new Set<string>(row.authority)
    const grantedButtons = tree.flatMap(getButtons).filter((button) => grantedButtonIds.has(button.id))
    return new Set(grantedButtons.map((button) => button.url))
  }, [tree, row.authority])
  if (!actor.isSup && tree.length === 0) return { change: 'unknown', copy: 'unknown' }
  const hasSuperUser = people.rows.some((person) => person.isSup)
  return {
    change: people.isLoading
      ? 'unknown'
      : getRankRefusal(actor, { target: { isSup: hasSuperUser, keys: permissionKeys } }),
    copy: getRankRefusal(actor, { target: null, grantedKeys: permissionKeys }),
  }
}
