import './plant-settings.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { NumberPad } from '@/client/ui/NumberPad'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { setPlantBrand } from '@/plant/contract/plant-brand'
import { plantSetting, setPlantSetting } from '@/plant/contract/plant-setting'
import {
  plantSettings,
  settingKeys,
  validateSetting,
  buildPlantSettings,
  type SettingKey,
  type SettingSpec,
} from '@/plant/rules/settings'
import { PlantBrandForm } from './PlantBrandForm'

/** Page of plant settings (tolerances and times) with current and default values, editable with permission. */
export default function PlantSettingsPage() {
  const { t } = useTranslation(['plant', 'client'])
  const navigate = useNavigate()
  const settingsList = useList(plantSetting, { size: 500 })
  const canSet = useCanCall(setPlantSetting)
  const canSetBrand = useCanCall(setPlantBrand)
  const [editedKey, setEditedKey] = useState<SettingKey | null>(null)
  const command = useCommand(setPlantSetting)
  const settings = buildPlantSettings(settingsList.rows)
  async function saveSetting(key: SettingKey, value: number) {
    const storedRow = settingsList.rows.find((row) => row.key === key)
    if (await command.run({ key, value, ...(storedRow ? { version: storedRow.version } : {}) })) setEditedKey(null)
  }
  return (
    <PageFrame title={t('pages.settings.title')} onBack={() => void navigate('/me')}>
      {canSetBrand && <PlantBrandForm />}
      <QueryBoundary query={settingsList} skeleton={<SkeletonDetail fields={settingKeys.length} />}>
        {() => (
          <ul className="plant-settings stack">
            {settingKeys.map((key) => (
              <SettingRow
                key={key}
                name={key}
                value={settings[key]}
                busy={command.busy}
                {...(canSet
                  ? {
                      onEdit: () => setEditedKey(key),
                      onReset: () => void saveSetting(key, plantSettings[key].defaultValue),
                    }
                  : {})}
              />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {editedKey && (
        <SettingNumberPad
          name={editedKey}
          value={settings[editedKey]}
          onDone={(value) => void saveSetting(editedKey, value)}
          onClose={() => setEditedKey(null)}
        />
      )}
    </PageFrame>
  )
}

const formatSetting = (value: number, spec: SettingSpec, language: 'zh' | 'en') =>
  formatNumber(value, { language, unit: spec.unit, decimals: spec.digits })
function SettingRow({
  name,
  value,
  busy,
  onEdit,
  onReset,
}: {
  name: SettingKey
  value: number
  busy: boolean
  onEdit?: () => void
  onReset?: () => void
}) {
  const { t } = useTranslation('plant')
  const language = useLanguage()
  const spec = plantSettings[name]
  const isCustom = value !== spec.defaultValue
  const content = (
    <>
      <span>
        <b>{t(`plantSetting.options.key.${name}`)}</b>
        <small>
          {t(`pages.settings.about.${name}`)}
          {isCustom && ` · ${t('pages.settings.default', { value: formatSetting(spec.defaultValue, spec, language) })}`}
        </small>
      </span>
      <strong>{formatSetting(value, spec, language)}</strong>
    </>
  )
  return (
    <li className="ui-card">
      {onEdit ? (
        <button
          type="button"
          className="plant-setting"
          disabled={busy}
          title={t('pages.settings.change')}
          onClick={onEdit}
        >
          {content}
          <EditIcon size={20} />
        </button>
      ) : (
        <p className="plant-setting">{content}</p>
      )}
      {isCustom && onReset && (
        <Button
          disabled={busy}
          onClick={onReset}
          aria-label={`${t('pages.settings.resetToDefault')}: ${t(`plantSetting.options.key.${name}`)}`}
        >
          {t('pages.settings.resetToDefault')}
        </Button>
      )}
    </li>
  )
}
function SettingNumberPad({
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
  const evaluateEnteredValue = (enteredValue: number | null) => {
    const problem = enteredValue === null ? null : validateSetting(name, enteredValue)
    return problem
      ? { tone: 'bad' as const, label: t(`pages.settings.wrong.${problem.code}`, { limit: problem.limit }) }
      : { tone: 'idle' as const, label: null }
  }
  return (
    <NumberPad
      title={`${t(`plantSetting.options.key.${name}`)} · ${formatSetting(value, spec, language)}`}
      unit={spec.unit}
      value={null}
      evaluate={evaluateEnteredValue}
      onClose={onClose}
      limits={t('pages.settings.range', {
        min: formatSetting(spec.min, spec, language),
        max: formatSetting(spec.max, spec, language),
      })}
      onDone={(enteredValue) => {
        if (enteredValue !== null && !validateSetting(name, enteredValue)) onDone(enteredValue)
      }}
    />
  )
}
