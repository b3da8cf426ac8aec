import { useTranslation } from 'react-i18next'
import type { Feeding } from './use-feeding'

/** Reason to overrule a refusal; displayed only if a reason can lift it. */
export function ReasonField({ feeding: { entry, change } }: { feeding: Feeding }) {
  const { t } = useTranslation('feeding')
  return (
    <div className="filter">
      <label htmlFor="feed-reason">{t('feed.fields.reason')}</label>
      <input
        id="feed-reason"
        className="ui-input"
        maxLength={1000}
        value={entry.reason}
        placeholder={t('pages.rawMaterial.reasonNeeded')}
        onChange={(event) => change({ reason: event.target.value })}
        autoComplete="off"
      />
    </div>
  )
}
