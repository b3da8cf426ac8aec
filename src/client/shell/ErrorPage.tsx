import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { ErrorState } from '../ui/ErrorState'

const KNOWN_TYPES = ['401', '403', '404', '500']
/** `/error_page/:type`: accessible to everyone, with a link home. */
export default function ErrorPage() {
  const { t } = useTranslation('client')
  const { type = '' } = useParams()
  const kind = KNOWN_TYPES.includes(type) ? type : 'other'
  return (
    <main className="error-page">
      <h1 className="ui-hidden">{t('app.name')}</h1>
      <ErrorState
        title={t(`shell.errorPage.${kind}`)}
        advice={t(`shell.errorPage.${kind}Todo`)}
        code={type.slice(0, 20)}
      >
        <Link to="/home" className="ui-button">
          {t('shell.toHome')}
        </Link>
      </ErrorState>
    </main>
  )
}
