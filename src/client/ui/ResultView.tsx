import '../antd'
import './result-view.css'
import AntdResult from 'antd-mobile/es/components/result'
import type { ReactNode } from 'react'
import { CheckIcon, ErrorIcon } from './icons'

const STATUS_ICONS = { success: CheckIcon, error: ErrorIcon } as const
/** The result of finished work, such as a closed month, with the next steps: antd-mobile's Result. */
export function ResultView({
  status = 'success',
  title,
  description,
  children,
}: {
  status?: keyof typeof STATUS_ICONS
  title: string
  description?: ReactNode
  /** Links or buttons for the next steps. */
  children?: ReactNode
}) {
  const StatusIcon = STATUS_ICONS[status]
  return (
    <section className="ui-result ui-card stack">
      <div role="status">
        <AntdResult
          status={status}
          icon={<StatusIcon size={40} />}
          title={<h2>{title}</h2>}
          description={description}
        />
      </div>
      {children}
    </section>
  )
}
