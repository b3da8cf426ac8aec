import './plant-settings.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { useMayCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { NumberPad } from '@/client/ui/NumberPad'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { recordTrouble } from '@/client/ui/trouble'
import { plantSetting, setPlantSetting } from '@/plant/contract/plant-setting'
import {
  plantSettings,
  settingKeys,
  settingProblem,
  settingsFrom,
  type SettingKey,
  type SettingSpec,
} from '@/plant/rules/settings'

/** Page of plant settings (tolerances and times) with current and default values, editable with permission. */
export default function PlantPage() {
  const { t } = useTranslation(['plant', 'client'])
  const navigate = useNavigate()
  const found = useList(plantSetting, { size: 500 })
  const may = useMayCall(setPlantSetting)
  const [changing, setChanging] = useState<SettingKey | null>(null)
  const command = useCommand(setPlantSetting)
  const settings = settingsFrom(found.rows)
  async function set(key: SettingKey, value: number) {
    const own = found.rows.find((row) => row.key === key)
    try {
      await command.run({ key, value, ...(own ? { version: own.version } : {}) })
      void notify(t('client:resource.saved'), 'success')
      setChanging(null)
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  return (
    <PageFrame title={t('pages.settings.title')} onBack={() => void navigate('/me')}>
      {found.isLoading ? (
        <SkeletonDetail fields={settingKeys.length} />
      ) : found.error && found.rows.length === 0 ? (
        <NotLoaded of={found} />
      ) : (
        <ul className="plant-settings">
          {settingKeys.map((key) => (
            <Setting
              key={key}
              name={key}
              value={settings[key]}
              busy={command.busy}
              {...(may
                ? { onChange: () => setChanging(key), onUsual: () => void set(key, plantSettings[key].usual) }
                : {})}
            />
          ))}
        </ul>
      )}
      {changing && (
        <SettingPad
          name={changing}
          value={settings[changing]}
          onDone={(value) => void set(changing, value)}
          onClose={() => setChanging(null)}
        />
      )}
    </PageFrame>
  )
}

const written = (value: number, spec: SettingSpec, language: 'zh' | 'en') =>
  formatNumber(value, { language, unit: spec.unit, decimals: spec.digits })
function Setting({
  name,
  value,
  busy,
  onChange,
  onUsual,
}: {
  name: SettingKey
  value: number
  busy: boolean
  onChange?: () => void
  onUsual?: () => void
}) {
  const { t } = useTranslation('plant')
  const language = useLanguage()
  const spec = plantSettings[name]
  const own = value !== spec.usual
  const said = (
    <>
      <span>
        <b>{t(`plantSetting.options.key.${name}`)}</b>
        <small>
          {t(`pages.settings.about.${name}`)}
          {own && ` · ${t('pages.settings.usual', { value: written(spec.usual, spec, language) })}`}
        </small>
      </span>
      <strong>{written(value, spec, language)}</strong>
    </>
  )
  return (
    <li className="ui-card">
      {onChange ? (
        <button
          type="button"
          className="plant-setting"
          disabled={busy}
          title={t('pages.settings.change')}
          onClick={onChange}
        >
          {said}
          <EditIcon size={20} />
        </button>
      ) : (
        <p className="plant-setting">{said}</p>
      )}
      {own && onUsual && (
        <Button
          disabled={busy}
          onClick={onUsual}
          aria-label={`${t('pages.settings.asUsual')}: ${t(`plantSetting.options.key.${name}`)}`}
        >
          {t('pages.settings.asUsual')}
        </Button>
      )}
    </li>
  )
}
function SettingPad({
  name,
  value,
  onDone,
  onClose,
}: {
  name: SettingKey
  value: number
  onDone: (value: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation('plant')
  const language = useLanguage()
  const spec = plantSettings[name]
  const judge = (typed: number | null) => {
    const problem = typed === null ? null : settingProblem(name, typed)
    return problem
      ? { tone: 'bad' as const, word: t(`pages.settings.wrong.${problem.code}`, { limit: problem.limit }) }
      : { tone: 'idle' as const, word: null }
  }
  return (
    <NumberPad
      title={`${t(`plantSetting.options.key.${name}`)} · ${written(value, spec, language)}`}
      unit={spec.unit}
      value={null}
      judge={judge}
      onClose={onClose}
      limits={t('pages.settings.range', {
        min: written(spec.min, spec, language),
        max: written(spec.max, spec, language),
      })}
      onDone={(typed) => {
        if (typed !== null && !settingProblem(name, typed)) onDone(typed)
      }}
    />
  )
}
