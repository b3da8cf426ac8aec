import type { Fields } from '@/contract/field'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../i18n/labels'
import { Steps } from '../ui/Steps'

export interface LifecycleStepsProps {
  resource: { readonly area: string; readonly name: string; readonly fields: Fields }
  state: string
  /** States of a complete lifecycle, in order. */
  path: readonly string[]
  /** States that are not on the path, e.g. waiting for a part, each with the state of the path that it replaces. */
  detours?: Readonly<Record<string, string>>
  /** States in which the lifecycle ends early. */
  stoppedStates?: readonly string[]
}

/** Lifecycle of a record as steps: past states, the current state and future states. */
export function LifecycleSteps({ resource, state, path, detours = {}, stoppedStates = [] }: LifecycleStepsProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(resource.area)
  const currentIndex = path.indexOf(detours[state] ?? state)
  if (currentIndex < 0) return null
  const isComplete = currentIndex === path.length - 1
  return (
    <Steps
      label={t('resource.life')}
      current={isComplete ? path.length : currentIndex}
      isStopped={stoppedStates.includes(state)}
      steps={path.map((pathState, index) => ({
        key: pathState,
        label: labels.option(resource, 'state', index === currentIndex ? state : pathState),
      }))}
    />
  )
}
