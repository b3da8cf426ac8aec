import i18next from 'i18next'
import { translateOperation } from '@/contract/translate-operation'
import { findBlocker } from '@/offline/command-dependencies'
import { findAreaOfOperation } from '../area-registry'
import { recordTrouble } from '../ui/trouble'
import { notify } from './notify'
import { subscribeToSyncStatus, getPhone, getSyncStatus } from './phone'

/**
 * Maximum wait, ms, for the server's answer before the message is shown; by then the command counts as waiting on this
 * phone.
 */
const ANSWER_TIMEOUT_MS = 2500

/** True if the last attempt reached the server. */
export const isOnline = (): boolean => navigator.onLine && getSyncStatus().state !== 'offline'

/**
 * Returns the text key for a saved command. "Saved on this phone" is used only if it waits there: not after the
 * server's answer, nor while it is being sent.
 */
export const getSavedTextKey = ({
  queued,
}: {
  readonly queued: boolean
}): 'client:resource.saved' | 'client:resource.savedHere' =>
  !queued || isOnline() ? 'client:resource.saved' : 'client:resource.savedHere'

/** `late`: the server is reachable but has not answered yet. */
type SaveOutcome = 'taken' | 'refused' | 'waits' | 'late' | { readonly heldBy: string | null }
/** Waits for the outcome of a command; one accepted by the server is no longer in the outbox. */
const waitForOutcome = (id: string): Promise<SaveOutcome> =>
  new Promise((resolve) => {
    let stop: (() => void) | null = null
    let isSettled = false
    const finish = (outcome: SaveOutcome) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      unsubscribe()
      stop?.()
      resolve(outcome)
    }
    const timer = setTimeout(() => finish(isOnline() ? 'late' : 'waits'), ANSWER_TIMEOUT_MS)
    const unsubscribe = subscribeToSyncStatus(() => {
      if (!isOnline()) finish('waits')
    })
    getPhone().then(
      (store) => {
        stop = store.watch((items) => {
          const command = items.find((one) => one.id === id)
          if (command?.state === 'waiting') finish({ heldBy: findBlocker(items, command)?.op ?? null })
          else if (command?.state === 'attention') finish('refused')
          else if (!isOnline()) finish('waits')
          // Photos of an accepted command may still be waiting.
          else if (!command || command.op === null) finish('taken')
        })
        if (isSettled) stop()
      },
      (error: unknown) => {
        recordTrouble('store not opened', error)
        finish('waits')
      },
    )
  })

/**
 * Shows where a command is saved, once that is known: on the server, or on this phone together with the reason: no
 * network, or an earlier command that was refused. A server that has just become unreachable is detected by the first
 * command without an answer.
 */
export async function notifySaved(t: TranslateSaved, result: SavedCommand, doneText?: string): Promise<void> {
  const outcome = result.queued && result.id !== undefined ? await waitForOutcome(result.id) : null
  if (outcome === 'refused') return notify(t('client:resource.refusedRow'), 'fail')
  if (outcome instanceof Object)
    return notify(t('client:resource.heldBack', { what: await loadCommandLabel(outcome.heldBy) }), 'fail')
  const text =
    outcome === 'waits'
      ? joinTexts(doneText, t('client:resource.savedHere'))
      : outcome === 'late'
        ? joinTexts(doneText, t('client:resource.sending'))
        : buildDoneText(t, outcome ? ACCEPTED : result, doneText)
  await notify(text, 'success')
}
/** Loads the label of a command from the texts of its area. */
async function loadCommandLabel(op: string | null): Promise<string> {
  const area = op === null ? undefined : findAreaOfOperation(op)
  if (!area || op === null) return '…'
  await i18next.loadNamespaces([area.name, 'contract'])
  return translateOperation((key, more) => i18next.t(key, more), { area: area.name, name: op })
}
const ACCEPTED = { queued: false }
type TranslateSaved = (
  key:
    | ReturnType<typeof getSavedTextKey>
    | 'client:resource.refusedRow'
    | 'client:resource.heldBack'
    | 'client:resource.sending',
  values?: { what: string },
) => string
interface SavedCommand {
  readonly queued: boolean
  readonly id?: string
}
const joinTexts = (done: string | undefined, where: string): string => [done, where].filter(Boolean).join(' · ')

/** Builds the message of a command with its own "done" text; adds "saved on this phone" while it waits there. */
export const buildDoneText = (
  t: TranslateSaved,
  result: { readonly queued: boolean },
  done: string | undefined,
): string => {
  const saved = getSavedTextKey(result)
  return saved === 'client:resource.savedHere' ? joinTexts(done, t(saved)) : (done ?? t(saved))
}

/** Returns the result of a command that was corrected while it waited. */
export const toQueuedResult = (id: string): SavedCommand => ({ queued: true, id })
