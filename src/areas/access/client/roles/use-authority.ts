import { useCallback, useMemo, useState } from 'react'
import type { Row } from '@/contract/resource'
import { useDraft } from '@/client/resource/use-draft'
import { useSession } from '@/client/session/use-session'
import { useDirty } from '@/client/shell/dirty'
import type { role } from '../../contract/role'
import { authorityChanges, toggled, type AuthorityChange, type AuthorityNode } from '../../rules/authority'

type Own = Readonly<Record<string, boolean>>
export interface Authority {
  /** Ids of the held buttons as they would be saved. */
  held: ReadonlySet<string>
  changes: AuthorityChange[]
  count: number
  may: (button: AuthorityNode) => boolean
  toggle: (node: AuthorityNode) => void
  undo: () => void
  saved: () => void
}

/**
 * Edits a role's authority. Only the changed buttons are stored, also as a draft on the device, and applied to the
 * current state of the role. Changes by others stay, and a change that both made is no longer a change.
 */
export function useAuthority(
  row: Row<typeof role>,
  tree: readonly AuthorityNode[],
  mayEdit: boolean,
): Authority | null {
  const draft = useDraft(`authority ${row.id}`)
  const [typed, setTyped] = useState<Own | null>(null)
  const { isSup, buttons } = useSession()
  const base = useMemo(() => new Set<string>(row.authority), [row.authority])
  const own = useMemo(() => typed ?? ((draft.found?.values['changes'] ?? {}) as Own), [typed, draft.found])
  const held = useMemo(() => {
    const next = new Set(base)
    for (const [id, given] of Object.entries(own)) {
      if (given) next.add(id)
      else next.delete(id)
    }
    return next
  }, [base, own])
  const changes = useMemo(() => authorityChanges(tree, base, held), [tree, base, held])
  const count = changes.reduce((sum, change) => sum + change.given.length + change.taken.length, 0)
  const may = useCallback(
    (button: AuthorityNode) => mayEdit && (isSup || buttons.includes(button.url)),
    [mayEdit, isSup, buttons],
  )
  useDirty(count > 0)
  if (draft.found === undefined) return null
  const keep = (next: Own) => {
    setTyped(next)
    if (Object.keys(next).length === 0) return draft.drop()
    draft.keep({ changes: next }, [], undefined)
    draft.flush() // taps are rare compared with typing, so each one is written at once
  }
  return {
    held,
    changes,
    count,
    may,
    toggle(node) {
      const after = toggled(tree, node, held, may)
      const ids = new Set([...base, ...after])
      keep(Object.fromEntries([...ids].filter((id) => base.has(id) !== after.has(id)).map((id) => [id, after.has(id)])))
    },
    undo: () => keep({}),
    saved: () => keep({}),
  }
}
