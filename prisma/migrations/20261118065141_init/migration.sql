-- CreateTable
CREATE TABLE "Project" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "repoPath" TEXT NOT NULL,
    "defaultBranch" TEXT NOT NULL,
    "remoteUrl" TEXT,
    "setupCommand" TEXT,
    "testCommand" TEXT,
    "cleanupCommand" TEXT,
    "settings" JSONB NOT NULL,
    "nextPrNumber" INTEGER NOT NULL DEFAULT 1,
    "archivedAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Task" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "parentId" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "acceptanceCriteria" TEXT NOT NULL DEFAULT '',
    "designDoc" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL,
    "stateReason" TEXT,
    "stateSince" DATETIME NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "quick" BOOLEAN NOT NULL DEFAULT false,
    "planApproval" TEXT NOT NULL DEFAULT 'NOT_ASKED',
    "pausedAt" DATETIME,
    "options" JSONB NOT NULL,
    "branchName" TEXT NOT NULL,
    "baseBranch" TEXT NOT NULL,
    "baseSha" TEXT,
    "worktreePath" TEXT NOT NULL,
    "preparedAt" DATETIME,
    "headSha" TEXT,
    "submittedAt" DATETIME,
    "endedAt" DATETIME,
    "deletedAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Task_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Task_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TaskDependency" (
    "taskId" TEXT NOT NULL,
    "dependsOnId" TEXT NOT NULL,

    PRIMARY KEY ("taskId", "dependsOnId"),
    CONSTRAINT "TaskDependency_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "TaskDependency_dependsOnId_fkey" FOREIGN KEY ("dependsOnId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Agent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "role" TEXT NOT NULL,
    "projectId" TEXT,
    "taskId" TEXT,
    "liveKey" TEXT,
    "provider" TEXT NOT NULL,
    "model" TEXT,
    "permissionMode" TEXT NOT NULL,
    "desiredExecutionState" TEXT NOT NULL,
    "executionState" TEXT NOT NULL,
    "tmuxName" TEXT NOT NULL,
    "tokenHash" TEXT,
    "providerSessionId" TEXT NOT NULL,
    "parkedUntil" DATETIME,
    "crashesForgivenAt" DATETIME,
    "retiredAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Agent_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Agent_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "agentId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "tmuxName" TEXT NOT NULL,
    "marker" TEXT NOT NULL,
    "serverUrl" TEXT NOT NULL,
    "providerSessionId" TEXT NOT NULL,
    "resumed" BOOLEAN NOT NULL,
    "pid" INTEGER,
    "turnState" TEXT NOT NULL,
    "turnSince" DATETIME NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "readyAt" DATETIME,
    "lastHookAt" DATETIME,
    "lastHookKind" TEXT,
    "lastToolName" TEXT,
    "lastToolSummary" TEXT,
    "lastOutputAt" DATETIME,
    "lastAssistantText" TEXT,
    "transcriptPath" TEXT,
    "transcriptOffset" INTEGER NOT NULL DEFAULT 0,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "cacheReadTokens" INTEGER NOT NULL DEFAULT 0,
    "cacheWriteTokens" INTEGER NOT NULL DEFAULT 0,
    "costUsd" REAL NOT NULL DEFAULT 0,
    "endedAt" DATETIME,
    "exitStatus" INTEGER,
    "endReason" TEXT,
    "scrollbackPath" TEXT,
    CONSTRAINT "Session_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Usage" (
    "sessionId" TEXT NOT NULL,
    "hour" DATETIME NOT NULL,
    "model" TEXT NOT NULL,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "cacheReadTokens" INTEGER NOT NULL DEFAULT 0,
    "cacheWriteTokens" INTEGER NOT NULL DEFAULT 0,
    "costUsd" REAL NOT NULL DEFAULT 0,

    PRIMARY KEY ("sessionId", "hour", "model"),
    CONSTRAINT "Usage_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Execution" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "taskId" TEXT NOT NULL,
    "agentId" TEXT,
    "attempt" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "logPath" TEXT,
    "queuedAt" DATETIME NOT NULL,
    "startedAt" DATETIME,
    "endedAt" DATETIME,
    CONSTRAINT "Execution_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Execution_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "agentId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "channel" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "sessionId" TEXT,
    "mailId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "injectedAt" DATETIME,
    "seenAt" DATETIME,
    CONSTRAINT "Delivery_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Delivery_mailId_fkey" FOREIGN KEY ("mailId") REFERENCES "Mail" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Mail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "inReplyToId" TEXT,
    "kind" TEXT NOT NULL,
    "fromParty" TEXT NOT NULL,
    "fromAgentId" TEXT,
    "toParty" TEXT NOT NULL,
    "toAgentId" TEXT,
    "taskId" TEXT,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "readAt" DATETIME,
    "archivedAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Mail_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PullRequest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "headBranch" TEXT NOT NULL,
    "baseBranch" TEXT NOT NULL,
    "headSha" TEXT NOT NULL,
    "baseSha" TEXT NOT NULL,
    "mergedSha" TEXT,
    "additions" INTEGER NOT NULL DEFAULT 0,
    "deletions" INTEGER NOT NULL DEFAULT 0,
    "changedFiles" INTEGER NOT NULL DEFAULT 0,
    "commits" INTEGER NOT NULL DEFAULT 0,
    "conflictFiles" JSONB NOT NULL,
    "forgeNumber" INTEGER,
    "forgeUrl" TEXT,
    "mirrorPending" BOOLEAN NOT NULL DEFAULT false,
    "mirrorError" TEXT,
    "mirroredAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "closedAt" DATETIME,
    CONSTRAINT "PullRequest_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "PullRequest_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Review" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "pullRequestId" TEXT NOT NULL,
    "party" TEXT NOT NULL,
    "agentId" TEXT,
    "verdict" TEXT NOT NULL,
    "sha" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Review_pullRequestId_fkey" FOREIGN KEY ("pullRequestId") REFERENCES "PullRequest" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ReviewComment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "pullRequestId" TEXT NOT NULL,
    "reviewId" TEXT,
    "party" TEXT NOT NULL,
    "agentId" TEXT,
    "path" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "side" TEXT NOT NULL,
    "sha" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "forgeId" TEXT,
    "resolvedAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "ReviewComment_pullRequestId_fkey" FOREIGN KEY ("pullRequestId") REFERENCES "PullRequest" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ReviewComment_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "Review" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Check" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "pullRequestId" TEXT NOT NULL,
    "sha" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "command" TEXT,
    "exitCode" INTEGER,
    "durationMs" INTEGER,
    "logTail" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Check_pullRequestId_fkey" FOREIGN KEY ("pullRequestId") REFERENCES "PullRequest" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ViewedFile" (
    "pullRequestId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "blobSha" TEXT NOT NULL,
    "viewedAt" DATETIME NOT NULL,

    PRIMARY KEY ("pullRequestId", "path"),
    CONSTRAINT "ViewedFile_pullRequestId_fkey" FOREIGN KEY ("pullRequestId") REFERENCES "PullRequest" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "MergeRequest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "epicId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "pullRequestId" TEXT NOT NULL,
    "approvedSha" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "batchId" TEXT,
    "journal" JSONB NOT NULL,
    "conflictFiles" JSONB NOT NULL,
    "reason" TEXT,
    "logTail" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "landedAt" DATETIME,
    CONSTRAINT "MergeRequest_epicId_fkey" FOREIGN KEY ("epicId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "MergeRequest_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "MergeRequest_pullRequestId_fkey" FOREIGN KEY ("pullRequestId") REFERENCES "PullRequest" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Decision" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT,
    "taskId" TEXT,
    "agentId" TEXT,
    "decision" TEXT NOT NULL,
    "reasoning" TEXT NOT NULL,
    "context" JSONB NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Decision_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Decision_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Decision_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ToolCall" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "agentId" TEXT NOT NULL,
    "taskId" TEXT,
    "tool" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "outcome" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ToolCall_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Escalation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "taskId" TEXT,
    "agentId" TEXT,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "options" JSONB NOT NULL,
    "defaultTo" TEXT NOT NULL,
    "deadline" DATETIME NOT NULL,
    "answer" TEXT,
    "note" TEXT,
    "createdAt" DATETIME NOT NULL,
    "answeredAt" DATETIME,
    CONSTRAINT "Escalation_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Escalation_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Escalation_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Event" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" TEXT NOT NULL,
    "projectId" TEXT,
    "epicId" TEXT,
    "taskId" TEXT,
    "agentId" TEXT,
    "payload" JSONB NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "fact" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "projectId" TEXT,
    "taskId" TEXT,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "url" TEXT,
    "forced" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL,
    "dueAt" DATETIME NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "readAt" DATETIME
);

-- CreateTable
CREATE TABLE "NotificationAttempt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "notificationId" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "ok" BOOLEAN NOT NULL,
    "error" TEXT,
    "at" DATETIME NOT NULL,
    CONSTRAINT "NotificationAttempt_notificationId_fkey" FOREIGN KEY ("notificationId") REFERENCES "Notification" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Condition" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "subjectKind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "since" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" JSONB NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "fence" INTEGER NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "QueueItem" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "dueAt" DATETIME NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Outbox" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" DATETIME NOT NULL,
    "lastError" TEXT,
    "sentAt" DATETIME,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "WriteTurn" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "turn" INTEGER NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Project_slug_key" ON "Project"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Project_repoPath_key" ON "Project"("repoPath");

-- CreateIndex
CREATE INDEX "Task_projectId_parentId_state_idx" ON "Task"("projectId", "parentId", "state");

-- CreateIndex
CREATE INDEX "Task_parentId_state_submittedAt_idx" ON "Task"("parentId", "state", "submittedAt");

-- CreateIndex
CREATE INDEX "Task_state_idx" ON "Task"("state");

-- CreateIndex
CREATE INDEX "Task_projectId_createdAt_idx" ON "Task"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "TaskDependency_dependsOnId_idx" ON "TaskDependency"("dependsOnId");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_liveKey_key" ON "Agent"("liveKey");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_tmuxName_key" ON "Agent"("tmuxName");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_tokenHash_key" ON "Agent"("tokenHash");

-- CreateIndex
CREATE INDEX "Agent_taskId_role_idx" ON "Agent"("taskId", "role");

-- CreateIndex
CREATE INDEX "Agent_projectId_retiredAt_idx" ON "Agent"("projectId", "retiredAt");

-- CreateIndex
CREATE INDEX "Agent_desiredExecutionState_executionState_idx" ON "Agent"("desiredExecutionState", "executionState");

-- CreateIndex
CREATE UNIQUE INDEX "Session_marker_key" ON "Session"("marker");

-- CreateIndex
CREATE INDEX "Session_endedAt_idx" ON "Session"("endedAt");

-- CreateIndex
CREATE INDEX "Session_agentId_endedAt_idx" ON "Session"("agentId", "endedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Session_agentId_ordinal_key" ON "Session"("agentId", "ordinal");

-- CreateIndex
CREATE INDEX "Usage_hour_idx" ON "Usage"("hour");

-- CreateIndex
CREATE INDEX "Execution_state_queuedAt_idx" ON "Execution"("state", "queuedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Execution_taskId_attempt_key" ON "Execution"("taskId", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_mailId_key" ON "Delivery"("mailId");

-- CreateIndex
CREATE INDEX "Delivery_state_agentId_idx" ON "Delivery"("state", "agentId");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_agentId_ordinal_key" ON "Delivery"("agentId", "ordinal");

-- CreateIndex
CREATE INDEX "Mail_projectId_createdAt_idx" ON "Mail"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "Mail_threadId_createdAt_idx" ON "Mail"("threadId", "createdAt");

-- CreateIndex
CREATE INDEX "Mail_toParty_readAt_idx" ON "Mail"("toParty", "readAt");

-- CreateIndex
CREATE INDEX "Mail_toAgentId_readAt_idx" ON "Mail"("toAgentId", "readAt");

-- CreateIndex
CREATE INDEX "Mail_taskId_idx" ON "Mail"("taskId");

-- CreateIndex
CREATE INDEX "PullRequest_taskId_state_idx" ON "PullRequest"("taskId", "state");

-- CreateIndex
CREATE INDEX "PullRequest_projectId_state_idx" ON "PullRequest"("projectId", "state");

-- CreateIndex
CREATE INDEX "PullRequest_mirrorPending_idx" ON "PullRequest"("mirrorPending");

-- CreateIndex
CREATE UNIQUE INDEX "PullRequest_projectId_number_key" ON "PullRequest"("projectId", "number");

-- CreateIndex
CREATE INDEX "Review_pullRequestId_createdAt_idx" ON "Review"("pullRequestId", "createdAt");

-- CreateIndex
CREATE INDEX "ReviewComment_pullRequestId_path_idx" ON "ReviewComment"("pullRequestId", "path");

-- CreateIndex
CREATE UNIQUE INDEX "ReviewComment_pullRequestId_forgeId_key" ON "ReviewComment"("pullRequestId", "forgeId");

-- CreateIndex
CREATE UNIQUE INDEX "Check_pullRequestId_sha_name_key" ON "Check"("pullRequestId", "sha", "name");

-- CreateIndex
CREATE INDEX "MergeRequest_epicId_state_idx" ON "MergeRequest"("epicId", "state");

-- CreateIndex
CREATE INDEX "MergeRequest_taskId_state_idx" ON "MergeRequest"("taskId", "state");

-- CreateIndex
CREATE INDEX "MergeRequest_state_idx" ON "MergeRequest"("state");

-- CreateIndex
CREATE UNIQUE INDEX "MergeRequest_epicId_ordinal_key" ON "MergeRequest"("epicId", "ordinal");

-- CreateIndex
CREATE INDEX "Decision_projectId_createdAt_idx" ON "Decision"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "Decision_taskId_createdAt_idx" ON "Decision"("taskId", "createdAt");

-- CreateIndex
CREATE INDEX "ToolCall_agentId_createdAt_idx" ON "ToolCall"("agentId", "createdAt");

-- CreateIndex
CREATE INDEX "ToolCall_taskId_createdAt_idx" ON "ToolCall"("taskId", "createdAt");

-- CreateIndex
CREATE INDEX "Escalation_state_deadline_idx" ON "Escalation"("state", "deadline");

-- CreateIndex
CREATE INDEX "Escalation_projectId_state_idx" ON "Escalation"("projectId", "state");

-- CreateIndex
CREATE INDEX "Event_taskId_seq_idx" ON "Event"("taskId", "seq");

-- CreateIndex
CREATE INDEX "Event_epicId_seq_idx" ON "Event"("epicId", "seq");

-- CreateIndex
CREATE INDEX "Event_projectId_seq_idx" ON "Event"("projectId", "seq");

-- CreateIndex
CREATE INDEX "Event_agentId_seq_idx" ON "Event"("agentId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_fact_key" ON "Notification"("fact");

-- CreateIndex
CREATE INDEX "Notification_state_dueAt_idx" ON "Notification"("state", "dueAt");

-- CreateIndex
CREATE INDEX "Notification_createdAt_idx" ON "Notification"("createdAt");

-- CreateIndex
CREATE INDEX "NotificationAttempt_notificationId_idx" ON "NotificationAttempt"("notificationId");

-- CreateIndex
CREATE INDEX "Condition_type_status_idx" ON "Condition"("type", "status");

-- CreateIndex
CREATE UNIQUE INDEX "Condition_subjectKind_subjectId_type_key" ON "Condition"("subjectKind", "subjectId", "type");

-- CreateIndex
CREATE INDEX "QueueItem_dueAt_idx" ON "QueueItem"("dueAt");

-- CreateIndex
CREATE INDEX "Outbox_sentAt_dueAt_idx" ON "Outbox"("sentAt", "dueAt");

-- The one row that every write transaction touches first.
INSERT INTO "WriteTurn" ("id", "turn") VALUES (1, 0);
