import '../antd'
import '../ui/toast.css'
import Toast from 'antd-mobile/es/components/toast'
import { reduceMotion, restoreMotion } from 'antd-mobile/es/utils/reduce-and-restore-motion'
import { createElement } from 'react'
import { followMotion } from '../ui/motion'
import type { Way } from './notify'

// The only part of the kit in use that moves by a script, which the style sheet for less motion does not reach.
followMotion((reduced) => (reduced ? reduceMotion() : restoreMotion()))

/** Takes the present toast away. */
export const clearToast = (): void => Toast.clear()
const LONG = 8000
const LONGEST = 12_000
/** Milliseconds that a message stays: long enough to read in passing, longer for a failure, and for one that names many things as long as reading it takes (60 ms a character). */
export const shownFor = (text: string, kind: 'fail' | 'success' | 'info'): number =>
  Math.min(LONGEST, Math.max(kind === 'fail' ? 4000 : 2500, 60 * text.length))
/** The kit hides a toast from screen readers, since its words are spoken elsewhere; a button in it has to be found and focused. */
function reachable(text: string, shown: HTMLElement | null): void {
  const mask = shown?.closest('.adm-mask')
  mask?.removeAttribute('aria-hidden')
  mask?.setAttribute('role', 'region')
  mask?.setAttribute('aria-label', text)
}
/** Over an open dialog too: that lies above everything else, and would shade what was refused in it. Again for each message: the kit keeps its place on the page for the next, and a dialog may have come between. */
function overDialogs(shown: HTMLElement | null): void {
  const mask = shown?.closest<HTMLElement>('.adm-mask')
  if (!mask?.showPopover || !document.querySelector('dialog[open]')) return
  if (mask.popover) mask.hidePopover()
  mask.popover = 'manual'
  mask.showPopover()
}
/** Shows a toast, long enough to tap where it leads somewhere. Loaded with the first message. */
export function showToast(text: string, kind: 'fail' | 'success' | 'info', way?: Way): void {
  const go =
    way &&
    (() => {
      Toast.clear()
      way.go()
    })
  const content = way
    ? createElement(
        'span',
        {
          className: 'toast-way',
          ref: (shown: HTMLElement | null) => {
            reachable(text, shown)
            overDialogs(shown)
          },
        },
        text,
        createElement('button', { type: 'button', onClick: go }, way.word),
      )
    : createElement('span', { ref: (shown: HTMLElement | null) => overDialogs(shown) }, text)
  Toast.show({ content, position: 'top', duration: way ? LONG : shownFor(text, kind), maskClickable: true })
}
