/** Modules needed once the database is opening; `main` loads them in parallel. */
export { seedAccess } from '@/areas/access/server/seed'
export { areaServers } from '@/areas/servers'
export { createHttpServer } from './http/server'
export { JobRunner } from './jobs/job-runner'
export { waitForSending } from './outbound/outbound-messages'
export { seedDatabase, startApplication } from './start-application'
