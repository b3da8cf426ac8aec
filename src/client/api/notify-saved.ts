import i18next from 'i18next'
import { translateOperation } from '@/contract/endpoint'
import { findBlocker } from '@/offline/command-dependencies'
import { findAreaOfOperation } from '../area-registry'
import { recordTrouble } from '../ui/trouble'
import { notify } from './notify'
import { subscribeToSyncStatus, getPhoneStore, getSyncStatus } from './phone'

/**
 * Maximum wait for the server's answer, ms. After this time the message says that the command is being sent or waits on
 * this phone.
 */
const ANSWER_TIMEOUT_MS = 2500

/** True if the browser has a network and the last attempt reached the server. */
export const isOnline = (): boolean => navigator.onLine && getSyncStatus().state !== 'offline'

/**
 * Returns the text key for a saved command. The text "saved on this phone" is for commands that wait for a network, not
 * for those being sent.
 */
export const getSavedTextKey = ({
  queued,
}: {
  readonly queued: boolean
}): 'client:resource.saved' | 'client:resource.savedHere' =>
  !queued || isOnline() ? 'client:resource.saved' : 'client:resource.savedHere'

/**
 * `accepted` or `refused` by the server; `waiting` on this phone for a network; `late` if the server is reachable but
 * has not answered yet. An object names the earlier command that blocks this one, if known.
 */
type SaveOutcome = 'accepted' | 'refused' | 'waiting' | 'late' | { readonly blockingOperation: string | null }
/** Waits for the outcome of a command. A command that the server has accepted leaves the outbox. */
const waitForOutcome = (id: string): Promise<SaveOutcome> =>
  new Promise((resolve) => {
    let stopWatching: (() => void) | null = null
    let isSettled = false
    const finish = (outcome: SaveOutcome) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      unsubscribe()
      stopWatching?.()
      resolve(outcome)
    }
    const timer = setTimeout(() => finish(isOnline() ? 'late' : 'waiting'), ANSWER_TIMEOUT_MS)
    const unsubscribe = subscribeToSyncStatus(() => {
      if (!isOnline()) finish('waiting')
    })
    getPhoneStore().then(
      (store) => {
        stopWatching = store.watchCommands((commands) => {
          const command = commands.find((candidate) => candidate.id === id)
          if (command?.state === 'waiting') finish({ blockingOperation: findBlocker(commands, command)?.op ?? null })
          else if (command?.state === 'attention') finish('refused')
          else if (!isOnline()) finish('waiting')
          // Photos of an accepted command may still be waiting.
          else if (!command || command.op === null) finish('accepted')
        })
        if (isSettled) stopWatching()
      },
      (error: unknown) => {
        recordTrouble('store not opened', error)
        finish('waiting')
      },
    )
  })

/**
 * Shows where a command is saved: on the server, or on this phone with the reason (no network, or an earlier command
 * was refused). Waits for the outcome, because only an unanswered command reveals that the server is unreachable.
 */
export async function notifySaved(t: TranslateSaved, result: SavedCommand, savedMessage?: string): Promise<void> {
  const outcome = result.queued && result.id !== undefined ? await waitForOutcome(result.id) : null
  if (outcome === 'refused') return notify(t('client:resource.refusedRow'), 'fail')
  if (outcome instanceof Object)
    return notify(t('client:resource.heldBack', { what: await loadCommandLabel(outcome.blockingOperation) }), 'fail')
  if (outcome === 'waiting') return notify(joinTexts(savedMessage, t('client:resource.savedHere')), 'success')
  if (outcome === 'late') return notify(joinTexts(savedMessage, t('client:resource.sending')), 'success')
  return notify(buildSavedMessage(t, outcome === 'accepted' ? ACCEPTED_RESULT : result, savedMessage), 'success')
}
/** Loads the label of a command from the texts of its area. */
async function loadCommandLabel(op: string | null): Promise<string> {
  const area = op === null ? undefined : findAreaOfOperation(op)
  if (!area || op === null) return '…'
  await i18next.loadNamespaces([area.name, 'contract'])
  return translateOperation((key, options) => i18next.t(key, options), { area: area.name, name: op })
}
const ACCEPTED_RESULT = { queued: false }
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
const joinTexts = (savedMessage: string | undefined, statusText: string): string =>
  [savedMessage, statusText].filter(Boolean).join(' · ')

/** Builds the message: the command's `savedMessage`, else "saved". Adds "saved on this phone" while the command waits. */
export const buildSavedMessage = (
  t: TranslateSaved,
  result: { readonly queued: boolean },
  savedMessage: string | undefined,
): string => {
  const savedTextKey = getSavedTextKey(result)
  return savedTextKey === 'client:resource.savedHere'
    ? joinTexts(savedMessage, t(savedTextKey))
    : (savedMessage ?? t(savedTextKey))
}
