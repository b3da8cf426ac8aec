import { useCallback, useMemo, useState } from 'react'
import type { Row } from '@/contract/resource'
import { useDraft } from '@/client/resource/use-draft'
import { useSession } from '@/client/session/use-session'
import { useReportDirty } from '@/client/shell/dirty-forms'
import type { role } from '../../contract/role'
import { getAuthorityChanges, toggleAuthority, type AuthorityChange, type AuthorityNode } from '../../rules/authority'

type ButtonOverrides = Readonly<Record<string, boolean>>
export interface AuthorityDraft {
  /** Ids of the held buttons as they would be saved. */
  heldIds: ReadonlySet<string>
  changes: AuthorityChange[]
  count: number
  canGrant: (button: AuthorityNode) => boolean
  toggle: (node: AuthorityNode) => void
  undo: () => void
  onSaved: () => void
}

/**
 * Edits a role's authority. Only the changed buttons are stored, also as a draft on the device, and applied to the
 * current state of the role. Changes by others stay, and a change that both made is no longer a change.
 */
export function useAuthority(
  row: Row<typeof role>,
  tree: readonly AuthorityNode[],
  mayEdit: boolean,
): AuthorityDraft | null {
  const draft = useDraft(`authority ${row.id}`)
  const [edits, setEdits] = useState<ButtonOverrides | null>(null)
  const { isSup, buttons } = useSession()
  const baseIds = useMemo(() => new Set<string>(row.authority), [row.authority])
  const overrides = useMemo(
    () => edits ?? ((draft.found?.values['changes'] ?? {}) as ButtonOverrides),
    [edits, draft.found],
  )
  const heldIds = useMemo(() => {
    const next = new Set(baseIds)
    for (const [id, isGranted] of Object.entries(overrides)) {
      if (isGranted) next.add(id)
      else next.delete(id)
    }
    return next
  }, [baseIds, overrides])
  const changes = useMemo(() => getAuthorityChanges(tree, baseIds, heldIds), [tree, baseIds, heldIds])
  const count = changes.reduce((sum, change) => sum + change.given.length + change.taken.length, 0)
  const canGrant = useCallback(
    (button: AuthorityNode) => mayEdit && (isSup || buttons.includes(button.url)),
    [mayEdit, isSup, buttons],
  )
  useReportDirty(count > 0)
  if (draft.found === undefined) return null
  const storeOverrides = (next: ButtonOverrides) => {
    setEdits(next)
    if (Object.keys(next).length === 0) return draft.drop()
    draft.keep({ changes: next }, [], undefined)
    draft.flush() // taps are rare compared with typing, so each one is written at once
  }
  return {
    heldIds,
    changes,
    count,
    canGrant,
    toggle(node) {
      const toggledIds = toggleAuthority(tree, node, heldIds, canGrant)
      const ids = new Set([...baseIds, ...toggledIds])
      storeOverrides(
        Object.fromEntries(
          [...ids].filter((id) => baseIds.has(id) !== toggledIds.has(id)).map((id) => [id, toggledIds.has(id)]),
        ),
      )
    },
    undo: () => storeOverrides({}),
    onSaved: () => storeOverrides({}),
  }
}
