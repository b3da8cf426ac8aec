import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useCall, useList } from '@/client/api/use-list'
import { useMayCall, useSession } from '@/client/session/use-session'
import { buttonKeysOf, readTree } from '@/client/shell/menu-tree'
import { roleMenu, type role } from '../contract/role'
import { user } from '../contract/user'
import { buttonsOf, type AuthorityNode } from '../rules/authority'
import { rankRefusal, type Deed, type Holder, type RankRefusal } from '../rules/rank'

/** Why the signed-in person may not act; `unknown` until the target is loaded, null if allowed. */
export type Asked = RankRefusal | 'unknown' | null

function useOwn(): Holder {
  const { isSup, buttons } = useSession()
  return useMemo(() => ({ isSup, keys: new Set(buttons) }), [isSup, buttons])
}

/** Returns the server's rank check for a person. It needs no data for super users, so nothing is fetched for them. */
export function useRankOver(person: Pick<Row<typeof user>, 'roleId' | 'isSup'>): (deed?: Omit<Deed, 'to'>) => Asked {
  const own = useOwn()
  const { data } = useCall(
    roleMenu,
    { roleId: person.roleId },
    { resources: ['role', 'menu'], enabled: !own.isSup && !person.isSup },
  )
  return (deed = {}) => {
    if (!own.isSup && !person.isSup && !data) return 'unknown'
    return rankRefusal(own, { ...deed, to: { isSup: person.isSup, keys: new Set(buttonKeysOf(readTree(data))) } })
  }
}

/** Returns the rank check for a role: to change or delete it, and to copy it. */
export function useRankOverRole(
  row: Pick<Row<typeof role>, 'id' | 'authority'>,
  tree: readonly AuthorityNode[],
): { change: Asked; copy: Asked } {
  const own = useOwn()
  const mayList = useMayCall(user.endpoints.list)
  const first = { roleId: row.id, state: 'active,suspended', sort: '-isSup', size: 1 }
  const people = useList(user, first, mayList && !own.isSup)
  const keys = useMemo(() => {
    const held = new Set<string>(row.authority)
    return new Set(tree.flatMap(buttonsOf).flatMap((button) => (held.has(button.id) ? [button.url] : [])))
  }, [tree, row.authority])
  if (!own.isSup && tree.length === 0) return { change: 'unknown', copy: 'unknown' }
  const isSup = people.rows.some((one) => one.isSup)
  return {
    change: people.isLoading ? 'unknown' : rankRefusal(own, { to: { isSup, keys } }),
    copy: rankRefusal(own, { to: null, gives: keys }),
  }
}
