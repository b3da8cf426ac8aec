import '../antd'
import '../ui/toast.css'
import Toast from 'antd-mobile/es/components/toast'
import { createElement } from 'react'
import type { Way } from './notify'

/** Takes the present toast away. */
export const clearToast = (): void => Toast.clear()
const LONG = 8000
/** Shows a toast: long enough to read in passing, longer for a failure, and long enough to tap where it leads somewhere. Loaded with the first message. */
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
        { className: 'toast-way' },
        text,
        createElement('button', { type: 'button', onClick: go }, way.word),
      )
    : text
  Toast.show({ content, position: 'top', duration: way ? LONG : kind === 'fail' ? 4000 : 2500, maskClickable: true })
}
