import '../antd'
import './steps.css'
import AdmSteps from 'antd-mobile/es/components/steps'
import { CheckIcon, CloseIcon } from './icons'

export interface LifecycleStep {
  key: string
  label: string
  /** Time and author of a completed step, or the reason why the step is pending. */
  detail?: string | undefined
}
export interface StepsProps {
  /** Accessible name of the list. */
  label: string
  steps: readonly LifecycleStep[]
  /** Index of the step that the record is in; `steps.length` if all steps are done. */
  current: number
  /** True if the record ended at the current step without reaching the last one, e.g. withdrawn. */
  isStopped?: boolean
}

/** Lifecycle of a record as antd-mobile's steps: done, current, pending. Screen readers announce the current step. */
export function Steps({ label, steps, current, isStopped }: StepsProps) {
  return (
    <section className="ui-steps" aria-label={label}>
      <AdmSteps current={current}>
        {steps.map(({ key, label: stepLabel, detail }, index) => (
          <AdmSteps.Step
            key={key}
            title={<span aria-current={index === current ? 'step' : undefined}>{stepLabel}</span>}
            description={detail}
            {...(isStopped && index === current ? { status: 'error' as const } : {})}
            icon={
              <i className="ui-step-mark">
                {index < current && <CheckIcon size={16} />}
                {index === current && isStopped && <CloseIcon size={16} />}
                {(index > current || (index === current && !isStopped)) && index + 1}
              </i>
            }
          />
        ))}
      </AdmSteps>
    </section>
  )
}
