import '../antd'
import '../ui/toast.css'
import Toast from 'antd-mobile/es/components/toast'
import { createElement } from 'react'
import type { NotificationAction } from './notify'

/** Dismisses the current toast. */
export const clearToast = (): void => Toast.clear()
const ACTION_DURATION_MS = 8000
const MAX_DURATION_MS = 12_000
const MIN_DURATION_MS = 2500
const MIN_FAILURE_DURATION_MS = 4000
const READING_MS_PER_CHARACTER = 60
/** Returns the display time, ms: long enough to read the text, and at least a minimum, which is longer for failures. */
export const calculateToastDuration = (text: string, kind: 'fail' | 'success' | 'info'): number =>
  Math.min(
    MAX_DURATION_MS,
    Math.max(kind === 'fail' ? MIN_FAILURE_DURATION_MS : MIN_DURATION_MS, READING_MS_PER_CHARACTER * text.length),
  )
/**
 * Makes the button of a toast reachable for screen readers, from which antd-mobile hides toasts. A toast without a
 * button stays hidden, because the live region of the app announces its text.
 */
function exposeToScreenReaders(text: string, element: HTMLElement | null): void {
  const mask = element?.closest('.adm-mask')
  mask?.removeAttribute('aria-hidden')
  mask?.setAttribute('role', 'region')
  mask?.setAttribute('aria-label', text)
}
/**
 * Lifts the toast above open dialogs, which are in the top layer. Must be called for each message, because antd-mobile
 * reuses the element and a dialog may have opened in between.
 */
function liftOverDialogs(element: HTMLElement | null): void {
  const mask = element?.closest<HTMLElement>('.adm-mask')
  if (!mask?.showPopover || !document.querySelector('dialog[open]')) return
  if (mask.popover) mask.hidePopover()
  mask.popover = 'manual'
  mask.showPopover()
}
/** Calls `undo` on Ctrl+Z or ⌘Z outside of inputs. Returns a function that stops listening. */
function listenToUndoKey(undo: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndoKey = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    const isInInput = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')
    if (!isUndoKey || isInInput) return
    event.preventDefault()
    undo()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
let stopListening: (() => void) | null = null
/** Shows a toast, longer if it has a button. This module is loaded with the first message. */
export function showToast(text: string, kind: 'fail' | 'success' | 'info', action?: NotificationAction): void {
  stopListening?.()
  const chooseAction =
    action &&
    (() => {
      stopListening?.()
      Toast.clear()
      action.onChoose()
    })
  const stop = chooseAction && action.isUndo ? listenToUndoKey(chooseAction) : null
  stopListening = stop
  const content = action
    ? createElement(
        'span',
        {
          className: 'toast-link',
          ref: (element: HTMLElement | null) => {
            exposeToScreenReaders(text, element)
            liftOverDialogs(element)
          },
        },
        text,
        createElement('button', { type: 'button', onClick: chooseAction }, action.label),
      )
    : createElement('span', { ref: (element: HTMLElement | null) => liftOverDialogs(element) }, text)
  Toast.show({
    content,
    position: 'top',
    duration: action ? ACTION_DURATION_MS : calculateToastDuration(text, kind),
    maskClickable: true,
    afterClose: () => stop?.(),
  })
}
