// What the server needs of surveys.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { surveysApi } from './api.ts'
import { surveysDemo } from './demo.ts'
import { exportedSurveys, ownSurveyData } from './export.ts'
import { startSurveys } from './job.ts'

function start(app: FastifyInstance, { services, hub }: Running): undefined {
  runWith(app, 'surveys cannot be opened or published', (onError) =>
    startSurveys({ services, onChange: () => hub.wake(), onError }),
  )
}

export const surveysFeature: Feature = {
  demoTalk: surveysDemo,
  start,
  api: [surveysApi],
  exports: exportedSurveys,
  personalData: ownSurveyData,
}
