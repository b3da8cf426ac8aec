import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/ErrorState'
import { recordTrouble } from '../ui/trouble'

/** Catches render errors of a page: the shell stays usable and shows the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override componentDidCatch(error: Error) {
    recordTrouble('page failed', error)
  }
  override render() {
    if (!this.state.error) return this.props.children
    return <PageErrorState error={this.state.error} onRetry={() => this.setState({ error: null })} />
  }
}
function PageErrorState({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('client')
  return (
    <ErrorState
      title={t('shell.pageBroke')}
      detail={t('shell.workKept')}
      code={error.message.slice(0, 120)}
      onRetry={onRetry}
    />
  )
}
