import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { uploadInChunks } from '@/client/api/stored-files'
import { usePhotosById } from '@/client/api/use-photos'
import { useList } from '@/client/api/use-list'
import { InlineCommandForm, type CustomInput } from '@/client/resource/InlineCommandForm'
import { refreshPlantBrand } from '@/client/session/plant-brand'
import { PictureUpload } from '@/client/ui/PictureUpload'
import { plantBrand, setPlantBrand } from '../../contract/plant-brand'

const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp']
/** The server checks the size again, and redraws the picture before it is stored. */
const MAX_LOGO_BYTES = 2 * 1024 * 1024
const NO_IDS: readonly string[] = []

/** Name and logo of the plant, for the login page and the verification page of certificates. */
export function PlantBrandForm() {
  const { t } = useTranslation('plant')
  const { rows, isLoading, error } = useList(plantBrand, { size: 1 })
  const [row] = rows
  if (isLoading || error) return null
  return (
    <section className="ui-card" aria-label={t('pages.settings.brand')}>
      <h2>{t('pages.settings.brand')}</h2>
      <InlineCommandForm
        key={row?.version ?? 0}
        command={setPlantBrand}
        row={null}
        label={t('pages.settings.saveBrand')}
        fieldNames={['name', 'nameEn', 'logo']}
        startValues={row ? { name: row.name, nameEn: row.nameEn, logo: row.logo } : {}}
        values={{ version: row?.version ?? null }}
        inputs={{ logo: (input) => <LogoInput {...input} /> }}
        onSaved={() => void refreshPlantBrand()}
      />
    </section>
  )
}
/** Returns the text key of the reason why a file cannot be the logo; null if it can. */
function findLogoProblem(file: File): 'logoKind' | 'logoTooLarge' | null {
  if (!LOGO_TYPES.includes(file.type)) return 'logoKind'
  return file.size > MAX_LOGO_BYTES ? 'logoTooLarge' : null
}
function LogoInput({ label, value, onChange, disabled }: CustomInput<string[]>) {
  const { t } = useTranslation(['plant', 'client'])
  const ids = value ?? NO_IDS
  const photos = usePhotosById(ids)
  const pictures = ids.map((key) => {
    const photo = photos.get(key)
    return { key, url: photo && 'url' in photo && photo.url ? photo.url : '' }
  })
  const acceptFile = (file: File) => {
    const problem = findLogoProblem(file)
    if (problem) void notify(t(`refusals.${problem}`, { mb: MAX_LOGO_BYTES / 1024 / 1024 }), 'fail')
    return problem === null
  }
  const upload = async (file: File) =>
    uploadInChunks({ bytes: await file.arrayBuffer(), mime: file.type, name: file.name }, () => undefined)
  return (
    <PictureUpload
      label={label}
      hint={t('pages.settings.logoHint')}
      pictures={pictures}
      max={1}
      accept={LOGO_TYPES.join()}
      disabled={disabled}
      acceptFile={acceptFile}
      upload={upload}
      onChange={(keys) => onChange([...keys])}
    />
  )
}
