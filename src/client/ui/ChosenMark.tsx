import '@/client/antd'
import { CheckMark } from 'antd-mobile/es/components/selector/check-mark'
import 'antd-mobile/es/components/selector/selector.css'

/**
 * Tick in the corner of a chosen option, drawn like antd-mobile's Selector. The options around it stay real inputs and
 * buttons, which the Selector has none of; they have the class `adm-selector-item`.
 */
export const ChosenMark = () => (
  <span className="adm-selector-check-mark-wrapper" aria-hidden>
    <CheckMark />
  </span>
)
