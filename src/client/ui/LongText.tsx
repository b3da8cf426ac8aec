import '../antd'
import AntdEllipsis from 'antd-mobile/es/components/ellipsis'
import { useTranslation } from 'react-i18next'

const DEFAULT_ROWS = 5
/** Shorter texts fit, so they need no measuring. */
const MIN_LENGTH = 160
/** A text that is cut after some lines, with a button to read on: antd-mobile's Ellipsis. Short texts are plain. */
export function LongText({ text, rows = DEFAULT_ROWS }: { text: string; rows?: number }) {
  const { t } = useTranslation('client')
  if (text.length < MIN_LENGTH && text.split('\n').length <= rows) return text
  return (
    <AntdEllipsis
      className="ui-long-text"
      content={text}
      rows={rows}
      // antd-mobile renders a link without address, which a key cannot reach.
      expandText={<button type="button">{t('ui.longText.more')}</button>}
      collapseText={<button type="button">{t('ui.longText.less')}</button>}
      stopPropagationForActionButtons={['click']}
    />
  )
}
