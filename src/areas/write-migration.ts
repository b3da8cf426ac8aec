import { writeMigration } from '@/server/db/write-migration'
import { areaContracts } from './contracts'

// Entry point of `npm run migrations -- <name>`.
await writeMigration(areaContracts, process.argv[2] ?? 'change')
