import '../antd'
import Toast from 'antd-mobile/es/components/toast'

/** Takes the present toast away. */
export const clearToast = (): void => Toast.clear()
/** Shows a toast: long enough to read in passing, longer for a failure. Loaded with the first message. */
export function showToast(text: string, kind: 'fail' | 'success' | 'info'): void {
  Toast.show({ content: text, position: 'top', duration: kind === 'fail' ? 4000 : 2500, maskClickable: true })
}
