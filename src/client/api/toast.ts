import 'antd-mobile/es/global'
import Toast from 'antd-mobile/es/components/toast'

/** Shows a toast: long enough to read in passing, longer for a failure. Loaded with the first message. */
export function showToast(text: string, kind: 'fail' | 'success' | 'info'): void {
  Toast.show({ content: text, position: 'top', duration: kind === 'fail' ? 5000 : 2500, maskClickable: true })
}
