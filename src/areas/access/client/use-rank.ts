import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useEndpoint, useList } from '@/client/api/use-list'
import { useCanCall, useSession } from '@/client/session/use-session'
import { getButtonPermissions, parseMenuTree } from '@/client/shell/menu-tree'
import { roleMenu, type role } from '../contract/role'
import { user } from '../contract/user'
import { getButtons, type AuthorityNode } from '../rules/authority'
import { getRankRefusal, type RankedAction, type KeyHolder, type RankRefusal } from '../rules/rank'

/** Reason why the signed-in person may not act; `unknown` until the target is loaded, null if allowed. */
export type RankCheckResult = RankRefusal | 'unknown' | null

function useOwnKeys(): KeyHolder {
  const { isSup, buttons } = useSession()
  return useMemo(() => ({ isSup, keys: new Set(buttons) }), [isSup, buttons])
}

/**
 * Returns a function that runs the server's rank check for a person. If one of the two is a super user, the check needs
 * no data and nothing is fetched.
 */
export function useRankOverPerson(
  person: Pick<Row<typeof user>, 'roleId' | 'isSup'>,
): (action?: Omit<RankedAction, 'target'>) => RankCheckResult {
  const actor = useOwnKeys()
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

/** Returns the results of the rank check for a role: `change` to change or delete the role, `copy` to copy it. */
export function useRankOverRole(
  row: Pick<Row<typeof role>, 'id' | 'authority'>,
  tree: readonly AuthorityNode[],
): { change: RankCheckResult; copy: RankCheckResult } {
  const actor = useOwnKeys()
  const mayList = useCanCall(user.endpoints.list)
  const superUsersFirst = { roleId: row.id, state: 'active,suspended', sort: '-isSup', size: 1 }
  const people = useList(user, superUsersFirst, mayList && !actor.isSup)
  const keys = useMemo(() => {
    const heldIds = new Set<string>(row.authority)
    return new Set(tree.flatMap(getButtons).flatMap((button) => (heldIds.has(button.id) ? [button.url] : [])))
  }, [tree, row.authority])
  if (!actor.isSup && tree.length === 0) return { change: 'unknown', copy: 'unknown' }
  const isSup = people.rows.some((person) => person.isSup)
  return {
    change: people.isLoading ? 'unknown' : getRankRefusal(actor, { target: { isSup, keys } }),
    copy: getRankRefusal(actor, { target: null, grantedKeys: keys }),
  }
}
