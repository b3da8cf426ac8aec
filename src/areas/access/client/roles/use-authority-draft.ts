import { useCallback, useMemo, useState } from 'react'
import type { Row } from '@/contract/resource'
import { useDraft } from '@/client/resource/use-draft'
import { useSession } from '@/client/session/use-session'
import { useReportDirty } from '@/client/shell/dirty-forms'
import type { role } from '../../contract/role'
import { getAuthorityChanges, toggleAuthority, type AuthorityChange, type AuthorityNode } from '../../rules/authority'

/** Changed buttons by id: true if granted, false if revoked. */
type ButtonOverrides = Readonly<Record<string, boolean>>
export interface AuthorityDraft {
  /** Ids of the held buttons as they would be saved. */
  grantedIds: ReadonlySet<string>
  changes: AuthorityChange[]
  changeCount: number
  /** True if the signed-in person may grant and revoke the button. */
  canGrant: (button: AuthorityNode) => boolean
  toggle: (node: AuthorityNode) => void
  discardChanges: () => void
  /** Discards the draft after its changes were saved. */
  onSaved: () => void
}

/**
 * Edits a role's authority. The draft on the device stores only the changed buttons and applies them to the latest
 * saved authority. Changes saved by other people stay, and a change that somebody else saved first is no longer
 * counted. Null until the draft is loaded.
 */
export function useAuthorityDraft(
  row: Row<typeof role>,
  tree: readonly AuthorityNode[],
  mayEdit: boolean,
): AuthorityDraft | null {
  const draft = useDraft(`authority ${row.id}`)
  const [unsavedEdits, setUnsavedEdits] = useState<ButtonOverrides | null>(null)
  const { isSup: isSuperUser, buttons } = useSession()
  const savedIds = useMemo(() => new Set<string>(row.authority), [row.authority])
  const overrides = useMemo(
    () => unsavedEdits ?? ((draft.storedDraft?.values['changes'] ?? {}) as ButtonOverrides),
    [unsavedEdits, draft.storedDraft],
  )
  const grantedIds = useMemo(() => {
    const nextHeldIds = new Set(savedIds)
    for (const [id, isGranted] of Object.entries(overrides)) {
      if (isGranted) nextHeldIds.add(id)
      else nextHeldIds.delete(id)
    }
    return nextHeldIds
  }, [savedIds, overrides])
  const changes = useMemo(() => getAuthorityChanges(tree, savedIds, grantedIds), [tree, savedIds, grantedIds])
  const changeCount = changes.reduce(
    (sum, change) => sum + change.grantedButtons.length + change.revokedButtons.length,
    0,
  )
  const canGrant = useCallback(
    (button: AuthorityNode) => mayEdit && (isSuperUser || buttons.includes(button.url)),
    [mayEdit, isSuperUser, buttons],
  )
  useReportDirty(changeCount > 0)
  if (draft.storedDraft === undefined) return null
  const storeOverrides = (nextOverrides: ButtonOverrides) => {
    setUnsavedEdits(nextOverrides)
    if (Object.keys(nextOverrides).length === 0) return draft.discard()
    draft.store({ changes: nextOverrides }, [], undefined)
    draft.storeNow() // taps are rare compared with typing, so each one is written at once
  }
  return {
    grantedIds,
    changes,
    changeCount,
    canGrant,
    toggle(node) {
      const toggledIds = toggleAuthority(tree, node, grantedIds, canGrant)
      const changedIds = [...savedIds, ...toggledIds].filter((id) => savedIds.has(id) !== toggledIds.has(id))
      storeOverrides(Object.fromEntries(changedIds.map((id) => [id, toggledIds.has(id)])))
    },
    discardChanges: () => storeOverrides({}),
    onSaved: () => storeOverrides({}),
  }
}
