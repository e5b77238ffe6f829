{{- define "hark.labels" -}}
app.kubernetes.io/name: hark
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "hark.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "hark.secret" -}}
{{ required "Set existingSecret to the name of a secret with secret-key and database-owner-url." .Values.existingSecret }}
{{- end }}

{{- define "hark.ingressUrl" -}}
{{- if .Values.engine.enabled -}}
http://{{ .Release.Name }}-engine:8080
{{- else -}}
{{ required "Set engine.ingressUrl to the address of your engine, or engine.enabled to true." .Values.engine.ingressUrl }}
{{- end -}}
{{- end }}

{{- define "hark.adminUrl" -}}
{{- if .Values.engine.enabled -}}
http://{{ .Release.Name }}-engine:9070
{{- else -}}
{{ required "Set engine.adminUrl to the address of your engine, or engine.enabled to true." .Values.engine.adminUrl }}
{{- end -}}
{{- end }}

{{- define "hark.guardedPod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "hark.guardedContainer" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "hark.env" -}}
- name: SECRET_KEY
  valueFrom:
    secretKeyRef: { name: {{ include "hark.secret" . }}, key: secret-key }
- name: DATABASE_URL
  value: postgres://{{ .Values.database.host }}:{{ .Values.database.port }}/{{ .Values.database.name }}
- name: DATABASE_POOLER_URL
  value: {{ .Values.database.poolerUrl | quote }}
- name: DATABASE_POOL_SIZE
  value: {{ .Values.database.poolSize | quote }}
- name: RESTATE_INGRESS_URL
  value: {{ include "hark.ingressUrl" . | quote }}
- name: RESTATE_ADMIN_URL
  value: {{ include "hark.adminUrl" . | quote }}
- name: LOG_LEVEL
  value: {{ .Values.logLevel | quote }}
{{- if .Values.redis.enabled }}
- name: REDIS_URL
  valueFrom:
    secretKeyRef: { name: {{ include "hark.secret" . }}, key: redis-url }
{{- end }}
{{- if .Values.smtp.enabled }}
- name: SMTP_URL
  valueFrom:
    secretKeyRef: { name: {{ include "hark.secret" . }}, key: smtp-url }
- name: SMTP_FROM
  value: {{ .Values.smtp.from | quote }}
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
