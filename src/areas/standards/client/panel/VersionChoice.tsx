import { useTranslation } from 'react-i18next'
import type { DocumentRow } from '../../contract/document'

/** Selects one of the versions of a code, the latest first. */
export function VersionChoice({
  versions,
  current,
  onOpen,
}: {
  versions: readonly DocumentRow[]
  current: DocumentRow
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation('standards')
  if (versions.length < 2) return null
  return (
    <select
      className="ui-input"
      aria-label={t('pages.standard.versions')}
      value={current.id}
      onChange={(event) => onOpen(event.target.value)}
    >
      {versions.map((version) => (
        <option
          key={version.id}
          value={version.id}
        >{`${t('pages.standard.revision', { revision: version.revision })} · ${t(version.state === 'approved' ? (version.newest ? 'pages.standard.inForce' : 'pages.standard.replaced') : `processStandard.options.state.${version.state}`)}`}</option>
      ))}
    </select>
  )
}
